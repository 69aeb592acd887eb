//! The number of parallel jobs.

/// Returns the requested number of jobs, else the number of cores.
pub fn jobs(asked: Option<u32>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, |jobs| jobs as usize)
}
