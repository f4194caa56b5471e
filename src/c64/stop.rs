//! On the C64 nobody but the player ends a search, by a key: see `ui::thinking`.

#[inline(always)]
pub fn is_requested() -> bool {
    false
}
