//! Numbers of the search that matches tune: constants on the C64, variables on the host.
//!
//! `tunables!` declares each of them once, with its value, its range and a step that a match can feel. Code reads
//! `NAME.get()`, which the C64 build folds into the constant, so that being tunable costs the program nothing. On the host
//! `engine::tunables` lists them by name for whoever sets them, with those of `eval::tuning`, which has the weights of the evaluation:
//! `lab spsa` does, in a copy of the engine of its own.

/// A number of the C64 build, read like a cell.
#[cfg(target_vendor = "c64")]
#[derive(Clone, Copy)]
pub struct Constant<T>(pub T);

#[cfg(target_vendor = "c64")]
impl<T: Copy> Constant<T> {
    #[inline(always)]
    pub const fn get(self) -> T {
        self.0
    }
}

/// What the host knows of a tunable number.
#[cfg(not(target_vendor = "c64"))]
pub struct Tunable {
    pub name: String,
    /// As the program has it.
    pub value: i16,
    pub least: i16,
    pub most: i16,
    /// A change that should matter in games: how far a tuner looks to either side.
    pub step: f64,
    read: Box<dyn Fn() -> i16>,
    write: Box<dyn Fn(i16)>,
}

#[cfg(not(target_vendor = "c64"))]
impl Tunable {
    pub(crate) fn new(
        name: impl Into<String>,
        [value, least, most]: [i16; 3],
        step: f64,
        read: impl Fn() -> i16 + 'static,
        write: impl Fn(i16) + 'static,
    ) -> Self {
        assert!(least <= value && value <= most);
        Self {
            name: name.into(),
            value,
            least,
            most,
            step,
            read: Box::new(read),
            write: Box::new(write),
        }
    }

    pub fn get(&self) -> i16 {
        (self.read)()
    }

    /// Sets the number; false, and nothing is changed, when it is out of range.
    pub fn set(&self, value: i16) -> bool {
        let sound = (self.least..=self.most).contains(&value);
        if sound {
            (self.write)(value);
        }
        sound
    }
}

/// `NAME: type = value, least..=most, step;` for each number.
macro_rules! tunables {
    ($($(#[$attribute:meta])* $name:ident: $type:ty = $value:literal, $least:literal..=$most:literal, $step:literal;)*) => {
        $(
            $(#[$attribute])*
            #[cfg(target_vendor = "c64")]
            pub const $name: $crate::tunable::Constant<$type> = $crate::tunable::Constant($value);
            $(#[$attribute])*
            #[cfg(not(target_vendor = "c64"))]
            pub static $name: $crate::cells::Cell<$type> = $crate::cells::Cell::new($value);
        )*
        /// The numbers declared here.
        #[cfg(not(target_vendor = "c64"))]
        pub fn tunables() -> Vec<$crate::tunable::Tunable> {
            vec![$(
                $crate::tunable::Tunable::new(
                    stringify!($name),
                    [$value, $least, $most],
                    $step,
                    || i16::from($name.get()),
                    |value| $name.set(value as $type),
                ),
            )*]
        }
    };
}
pub(crate) use tunables;
