//! Random routines for the tests of passes: they touch the same few bytes again and again, so that every pass has
//! something to do.

use mosaic::asm::effects::ZeroPage;
use mosaic::asm::inst::{Inst, Label, Line, Mnemonic, Mnemonic::*, Operand, Place};

/// Where a routine stands that the random ones may call.
pub const ROUTINE: u16 = 0x2f00;

/// Random routines: a few blocks of instructions that often meet the same bytes and small numbers.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    pub fn number(&mut self) -> Operand {
        Operand::Immediate(self.pick(&[0, 0, 1, 1, 2, 3, 0x80, 0xff]))
    }

    /// A private byte or a global.
    pub fn direct(&mut self) -> Operand {
        Operand::Memory(Place::Address(
            self.pick(&[0x40, 0x41, 0x42, 0x43, 0x3000, 0x3001, 0x3002]),
        ))
    }

    pub fn memory(&mut self) -> Operand {
        match self.below(8) {
            0 => Operand::MemoryX(Place::Address(0x3000)),
            1 => Operand::MemoryY(Place::Address(0x3000)),
            2 => Operand::IndirectY(Place::Address(0x50)),
            _ => self.direct(),
        }
    }

    pub fn loadable(&mut self) -> Operand {
        if self.below(2) == 0 {
            self.number()
        } else {
            self.memory()
        }
    }

    pub fn inst(&mut self) -> Inst {
        loop {
            let inst = self.any_inst();
            if inst.opcode(&ZeroPage::default()).is_some() {
                return inst;
            }
        }
    }

    pub fn any_inst(&mut self) -> Inst {
        match self.below(20) {
            0..5 => Inst::new(self.pick(&[Lda, Lda, Ldx, Ldy]), self.loadable()),
            5..9 => Inst::new(self.pick(&[Sta, Sta, Stx, Sty]), self.memory()),
            9..11 => Inst::new(self.pick(&[Adc, Sbc, And, Ora, Eor]), self.loadable()),
            11 => Inst::new(self.pick(&[Cmp, Cpx, Cpy]), self.loadable()),
            12..15 => Inst::implied(self.pick(&[Tax, Tay, Txa, Tya, Inx, Iny, Dex, Dey])),
            15..17 => Inst::implied(self.pick(&[Clc, Sec])),
            17 => Inst::new(self.pick(&[Inc, Dec, Asl, Lsr, Rol, Ror]), self.direct()),
            18 => Inst::new(self.pick(&[Asl, Lsr, Rol, Ror]), Operand::Accumulator),
            _ if self.below(4) == 0 => Inst::new(Jsr, Operand::Memory(Place::Address(ROUTINE))),
            _ => Inst::new(Bit, self.direct()),
        }
    }

    pub fn routine(&mut self) -> Vec<Line> {
        let blocks = 1 + self.below(7);
        let mut lines = Vec::new();
        for block in 0..blocks {
            lines.push(Line::Label(Label(block as u32)));
            for _ in 0..self.below(7) {
                lines.push(Line::Inst(self.inst()));
            }
            let target = Operand::Label(Label(self.below(blocks) as u32));
            let branches: [Mnemonic; 8] = [Bcc, Bcs, Beq, Bne, Bmi, Bpl, Bvc, Bvs];
            match self.below(6) {
                0 => lines.push(Line::Inst(Inst::implied(Rts))),
                1 => lines.push(Line::Inst(Inst::new(Jmp, target))),
                2..5 => lines.push(Line::Inst(Inst::new(self.pick(&branches), target))),
                _ => {}
            }
        }
        lines.push(Line::Inst(Inst::implied(Rts)));
        lines
    }
}
