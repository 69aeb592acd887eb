//! Memory mappings in great number, for showing what a limit on memory holds.

use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous};

/// Makes mappings of one page each, which the kernel cannot merge, until this process ends. Returns
/// how many it could make.
#[expect(unsafe_code, reason = "there is no safe call for it")]
pub fn hold_mappings(count: usize) -> usize {
    // Neighbours of different protection stay apart.
    let protections = [ProtFlags::READ, ProtFlags::empty()].into_iter().cycle();
    let map = |protection| {
        // SAFETY: the kernel chooses a free place, and nothing ever points there.
        unsafe { mmap_anonymous(std::ptr::null_mut(), 4096, protection, MapFlags::PRIVATE) }
    };
    let made = protections.take(count).map(map);
    made.take_while(Result::is_ok).count()
}
