//! Names of system calls that programs may be denied.

macro_rules! names {
    ($($name:ident)*) => { &[$((stringify!($name), libc::$name)),*] };
}

type Names = &'static [(&'static str, i64)];

const NAMES: Names = names! {
    SYS_accept SYS_accept4 SYS_acct SYS_add_key SYS_adjtimex SYS_bind SYS_bpf SYS_capset SYS_chroot
    SYS_clock_adjtime SYS_clock_settime SYS_clone SYS_clone3 SYS_connect SYS_delete_module
    SYS_execveat SYS_fanotify_init SYS_fanotify_mark
    SYS_fcntl SYS_finit_module SYS_flock SYS_fsconfig
    SYS_fsmount SYS_fsopen SYS_fspick SYS_futex_waitv SYS_get_robust_list SYS_getpeername
    SYS_getsockname SYS_getsockopt SYS_init_module SYS_inotify_add_watch SYS_io_cancel
    SYS_io_destroy SYS_io_getevents SYS_io_setup SYS_io_submit SYS_io_uring_enter
    SYS_io_uring_register SYS_io_uring_setup SYS_ioctl SYS_ioprio_get SYS_ioprio_set SYS_kcmp
    SYS_kexec_load SYS_keyctl SYS_kill SYS_landlock_add_rule SYS_landlock_create_ruleset
    SYS_landlock_restrict_self SYS_listen SYS_lookup_dcookie
    SYS_memfd_create SYS_memfd_secret SYS_migrate_pages SYS_mlockall SYS_mount SYS_mount_setattr
    SYS_move_mount SYS_move_pages SYS_mq_getsetattr SYS_mq_notify SYS_mq_open SYS_mq_timedreceive
    SYS_mq_timedsend SYS_mq_unlink SYS_msgctl SYS_msgget SYS_msgrcv SYS_msgsnd SYS_munlockall
    SYS_name_to_handle_at SYS_nfsservctl SYS_open_by_handle_at SYS_open_tree SYS_perf_event_open
    SYS_personality SYS_pidfd_getfd SYS_pidfd_open SYS_pidfd_send_signal SYS_pivot_root SYS_prctl
    SYS_prlimit64 SYS_process_madvise SYS_process_mrelease SYS_process_vm_readv
    SYS_process_vm_writev SYS_ptrace SYS_quotactl SYS_reboot SYS_recvfrom SYS_recvmmsg
    SYS_remap_file_pages SYS_request_key SYS_rt_sigqueueinfo SYS_rt_tgsigqueueinfo
    SYS_sched_getattr SYS_sched_setaffinity SYS_sched_setattr SYS_sched_setparam
    SYS_sched_setscheduler SYS_seccomp SYS_semctl SYS_semget SYS_semop SYS_semtimedop SYS_sendmmsg
    SYS_sendto SYS_set_mempolicy_home_node SYS_setdomainname SYS_setfsgid SYS_setfsuid SYS_setgid
    SYS_setgroups SYS_sethostname SYS_setns SYS_setpgid SYS_setpriority SYS_setregid SYS_setresgid
    SYS_setresuid SYS_setreuid SYS_setsid SYS_setsockopt SYS_settimeofday SYS_setuid
    SYS_shmat SYS_shmctl SYS_shmdt SYS_shmget SYS_shutdown SYS_socket SYS_socketpair SYS_splice
    SYS_swapoff SYS_swapon SYS_sync SYS_syncfs SYS_syslog SYS_tee SYS_tgkill SYS_timer_create
    SYS_timer_delete SYS_timer_getoverrun SYS_timer_gettime SYS_timer_settime SYS_tkill
    SYS_truncate SYS_umount2 SYS_unshare SYS_userfaultfd SYS_vhangup SYS_vmsplice
};

#[cfg(target_arch = "x86_64")]
const OLDER_NAMES: Names = names! {
    SYS__sysctl SYS_afs_syscall SYS_epoll_ctl_old SYS_epoll_wait_old SYS_fork
    SYS_get_thread_area SYS_getpmsg SYS_ioperm SYS_iopl SYS_modify_ldt
    SYS_putpmsg SYS_security SYS_set_thread_area SYS_sync_file_range SYS_sysfs SYS_tuxcall
    SYS_uselib SYS_ustat SYS_vfork
};
#[cfg(not(target_arch = "x86_64"))]
const OLDER_NAMES: Names = &[];

/// Returns the name of a system call by its number, as its manual page is called.
pub(crate) fn call_name(call: u32) -> String {
    let all = NAMES.iter().chain(OLDER_NAMES);
    let known = all.filter(|(_, number)| *number == i64::from(call)).map(|it| it.0).next();
    let known = known.and_then(|name| name.strip_prefix("SYS_"));
    known.map_or_else(|| format!("system call {call}"), str::to_owned)
}
