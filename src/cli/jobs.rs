//! The number of parallel jobs.

/// As much as was asked for, else one thing on each of the processor's cores.
pub fn jobs(asked: Option<u32>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, |jobs| jobs as usize)
}
