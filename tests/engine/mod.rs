//! The engine is one state per process: a test holds this lock while it uses it.

use std::sync::{Mutex, MutexGuard, Once, PoisonError};

static LOCK: Mutex<()> = Mutex::new(());
static TABLES: Once = Once::new();

pub fn lock() -> MutexGuard<'static, ()> {
    let guard = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    TABLES.call_once(squares64::init);
    guard
}
