//! This program's pipes, which only the pumps use.

use std::fs::File;
use std::io;
use std::sync::{Arc, Weak};

#[cfg(unix)]
pub(super) use self::unix::{Pipe, own, wait_readable, wait_writable};
#[cfg(not(unix))]
pub(super) use self::windows::{Pipe, own, wait_readable, wait_writable};

/// The pipes that the agent gave to this program.
pub(super) struct Own {
    pub(super) stdin: File,
    pub(super) stdout: Arc<File>,
    pub(super) stderr: File,
}

/// A view of stdout that does not keep it open.
#[cfg_attr(not(unix), expect(dead_code, reason = "it cannot be asked there"))]
#[derive(Debug)]
pub(super) struct Stdout(Weak<File>);

impl Own {
    pub(super) fn stdout_view(&self) -> Stdout {
        Stdout(Arc::downgrade(&self.stdout))
    }
}

#[cfg(unix)]
mod unix {
    use std::fs::OpenOptions;
    use std::os::fd::AsFd;

    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::unistd::{dup2_stdin, dup2_stdout};

    use super::{Arc, File, Own, Stdout, io};

    pub(in crate::wrap) use std::os::fd::AsFd as Pipe;

    /// Takes the pipes. From then on, this program's stdin and stdout are `/dev/null`, so that nothing else uses the
    /// pipes, and each pipe is closed once its pump ends.
    pub(in crate::wrap) fn own() -> io::Result<Own> {
        let own = Own {
            stdin: File::from(io::stdin().as_fd().try_clone_to_owned()?),
            stdout: Arc::new(File::from(io::stdout().as_fd().try_clone_to_owned()?)),
            stderr: File::from(io::stderr().as_fd().try_clone_to_owned()?),
        };
        let null = OpenOptions::new().read(true).write(true).open("/dev/null")?;
        dup2_stdin(&null)?;
        dup2_stdout(&null)?;
        Ok(own)
    }

    pub(in crate::wrap) fn wait_readable(pipe: &impl AsFd) -> io::Result<()> {
        wait(pipe, PollFlags::POLLIN)
    }

    pub(in crate::wrap) fn wait_writable(pipe: &impl AsFd) -> io::Result<()> {
        wait(pipe, PollFlags::POLLOUT)
    }

    fn wait(pipe: &impl AsFd, flags: PollFlags) -> io::Result<()> {
        match poll(&mut [PollFd::new(pipe.as_fd(), flags)], PollTimeout::NONE) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    impl Stdout {
        /// Returns true if nobody reads stdout any more.
        pub(in crate::wrap) fn is_abandoned(&self) -> bool {
            let Some(stdout) = self.0.upgrade() else { return false };
            let mut polled = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
            poll(&mut polled, PollTimeout::ZERO).is_ok()
                && polled[0].revents().is_some_and(|seen| seen.intersects(PollFlags::POLLERR | PollFlags::POLLHUP))
        }
    }
}

#[cfg(not(unix))]
mod windows {
    use std::os::windows::io::AsHandle;

    use super::{Arc, File, Own, Stdout, io};

    pub(in crate::wrap) use std::os::windows::io::AsHandle as Pipe;

    /// Takes the pipes.
    pub(in crate::wrap) fn own() -> io::Result<Own> {
        Ok(Own {
            stdin: File::from(io::stdin().as_handle().try_clone_to_owned()?),
            stdout: Arc::new(File::from(io::stdout().as_handle().try_clone_to_owned()?)),
            stderr: File::from(io::stderr().as_handle().try_clone_to_owned()?),
        })
    }

    /// Returns an error, because pipes always block.
    pub(in crate::wrap) fn wait_readable(_: &impl AsHandle) -> io::Result<()> {
        Err(io::ErrorKind::WouldBlock.into())
    }

    /// Returns an error, because pipes always block.
    pub(in crate::wrap) fn wait_writable(_: &impl AsHandle) -> io::Result<()> {
        Err(io::ErrorKind::WouldBlock.into())
    }

    impl Stdout {
        /// Always returns false, because there is no way to tell.
        #[expect(clippy::unused_self, reason = "it is used on Unix")]
        pub(in crate::wrap) fn is_abandoned(&self) -> bool {
            false
        }
    }
}
