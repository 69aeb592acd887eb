//! Messages between caller, keeper and supervisor: one packet each, with descriptors.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The longest message: a plan with its files.
const LONGEST: usize = 64 << 10;
const MAX_DESCRIPTORS: usize = 4;

/// Two connected ends; what one sends arrives whole at the other.
pub(crate) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let flags = SocketFlags::CLOEXEC;
    Ok(rustix::net::socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?)
}

pub(crate) fn send<M: Serialize>(
    end: impl AsFd,
    message: &M,
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let text = packet(message)?;
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
    let mut control = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() {
        control.push(SendAncillaryMessage::ScmRights(descriptors));
    }
    // Without the flag a dead receiver would cost the sender its life.
    rustix::io::retry_on_intr(|| {
        rustix::net::sendmsg(&end, &[IoSlice::new(&text)], &mut control, SendFlags::NOSIGNAL)
    })?;
    Ok(())
}

fn packet<M: Serialize>(message: &M) -> io::Result<Vec<u8>> {
    let text = serde_json::to_vec(message)?;
    if text.len() > LONGEST {
        let what = format!(
            "{} bytes of orders; the most is {LONGEST}: fewer files, shorter arguments",
            text.len()
        );
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    Ok(text)
}

/// Sends a message without descriptors by the calls that programs have, too.
pub(crate) fn tell<M: Serialize>(end: impl AsFd, message: &M) -> io::Result<()> {
    let text = packet(message)?;
    // A signal about a dead receiver is ignored, as in every Rust program.
    rustix::io::retry_on_intr(|| rustix::io::write(&end, &text))?;
    Ok(())
}

/// Receives a short message by the calls that programs have, too; `None` when the other end is closed for
/// ever.
pub(crate) fn hear<M: DeserializeOwned>(end: impl AsFd) -> io::Result<Option<M>> {
    let mut text = [0; 64];
    let length = match rustix::io::retry_on_intr(|| rustix::io::read(&end, &mut text)) {
        Ok(0) | Err(rustix::io::Errno::CONNRESET) => return Ok(None),
        received => received?,
    };
    Ok(Some(serde_json::from_slice(&text[..length])?))
}

/// The next message; `None` when the other end is closed for ever.
pub(crate) fn receive<M: DeserializeOwned>(
    end: impl AsFd,
) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
    // How long it is, first: a keeper that wrote to a buffer for the longest would have to copy all
    // those pages for the next supervisor.
    let Some((length, _)) = receive_part(&end, &mut [], RecvFlags::PEEK | RecvFlags::TRUNC)? else {
        return Ok(None);
    };
    let mut text = vec![0; length];
    let Some((_, descriptors)) = receive_part(&end, &mut text, RecvFlags::empty())? else {
        return Ok(None);
    };
    Ok(Some((serde_json::from_slice(&text)?, descriptors)))
}

/// The length of a message, as much of it as there is room for, and its descriptors.
fn receive_part(
    end: impl AsFd,
    text: &mut [u8],
    flags: RecvFlags,
) -> io::Result<Option<(usize, Vec<OwnedFd>)>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
    // Peeking must not take descriptors: they would be new ones each time.
    let space = if flags.contains(RecvFlags::PEEK) { &mut [] } else { &mut space[..] };
    let mut control = RecvAncillaryBuffer::new(space);
    let received = rustix::io::retry_on_intr(|| {
        rustix::net::recvmsg(
            &end,
            &mut [IoSliceMut::new(text)],
            &mut control,
            flags | RecvFlags::CMSG_CLOEXEC,
        )
    });
    let received = match received {
        Ok(received) => received,
        // The other end died with something of ours unread.
        Err(rustix::io::Errno::CONNRESET) => return Ok(None),
        Err(errno) => return Err(errno.into()),
    };
    let mut descriptors = Vec::new();
    for message in control.drain() {
        if let RecvAncillaryMessage::ScmRights(these) = message {
            descriptors.extend(these);
        }
    }
    // No message is empty.
    Ok((received.bytes > 0).then_some((received.bytes, descriptors)))
}
