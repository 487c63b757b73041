//! Sockets to listen on.

use std::{
    io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs},
};

use socket2::{Domain, Protocol, Socket, Type};

/// Connections that wait to be taken.
const BACKLOG: i32 = 1024;

/// Listens on all addresses of a host, on one port. The address for all of a family stands for both families, as in the
/// other implementations of gRPC.
///
/// # Errors
///
/// The host has no address, or one of them can't be bound: for example because the port is taken.
pub(crate) fn listen(host: &str, port: u16, reuse_port: bool) -> io::Result<Vec<TcpListener>> {
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
    let mut listeners: Vec<TcpListener> = Vec::new();
    let mut port = port;
    for mut address in addresses {
        address.set_port(port);
        match bind_here(address, reuse_port) {
            Ok(listener) => {
                // A port that the system chose for the first address holds for all of them.
                port = listener.local_addr()?.port();
                listeners.push(listener);
            }
            // A name may stand for an address of a family that this machine does not have.
            Err(error) if error.kind() == io::ErrorKind::AddrNotAvailable && !listeners.is_empty() => {}
            Err(error) => return Err(error),
        }
    }
    if listeners.is_empty() {
        return Err(io::Error::new(io::ErrorKind::AddrNotAvailable, format!("{host} has no address")));
    }
    Ok(listeners)
}

fn bind_here(address: SocketAddr, reuse_port: bool) -> io::Result<TcpListener> {
    if !address.ip().is_unspecified() {
        return bind(address, reuse_port);
    }
    let both = SocketAddr::from((Ipv6Addr::UNSPECIFIED, address.port()));
    bind(both, reuse_port).or_else(|error| match error.kind() {
        io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied => Err(error),
        // A machine without the newer family.
        _ => bind(SocketAddr::from((Ipv4Addr::UNSPECIFIED, address.port())), reuse_port),
    })
}

fn bind(address: SocketAddr, reuse_port: bool) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    if address.ip() == Ipv6Addr::UNSPECIFIED {
        socket.set_only_v6(false)?;
    }
    // On Unix this only lets a restarted server have its port back while old connections fade away.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    #[cfg(unix)]
    if reuse_port {
        socket.set_reuse_port(true)?;
    }
    #[cfg(not(unix))]
    if reuse_port {
        return Err(io::Error::new(io::ErrorKind::Unsupported, "this system can't share a port"));
    }
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn a_taken_port_is_an_error_unless_shared() {
        let first = listen("127.0.0.1", 0, false).unwrap();
        let port = first[0].local_addr().unwrap().port();
        assert_eq!(listen("127.0.0.1", port, false).unwrap_err().kind(), io::ErrorKind::AddrInUse);
        assert_eq!(listen("127.0.0.1", port, true).unwrap_err().kind(), io::ErrorKind::AddrInUse);

        let first = listen("127.0.0.1", 0, true).unwrap();
        let port = first[0].local_addr().unwrap().port();
        assert!(listen("127.0.0.1", port, true).is_ok());
    }

    #[test]
    fn the_address_for_all_stands_for_both_families() {
        for host in ["0.0.0.0", "::"] {
            let listeners = listen(host, 0, false).unwrap();
            let address = listeners[0].local_addr().unwrap();
            assert_eq!(listeners.len(), 1);
            TcpStream::connect(("127.0.0.1", address.port())).unwrap();
            if address.is_ipv6() {
                TcpStream::connect(("::1", address.port())).unwrap();
            }
        }
    }

    #[test]
    fn all_addresses_of_a_name_share_one_port() {
        let listeners = listen("localhost", 0, false).unwrap();
        let ports: Vec<u16> =
            listeners.iter().map(|listener| listener.local_addr().unwrap().port()).collect();
        assert!(ports.iter().all(|port| *port == ports[0] && *port != 0), "{ports:?}");
    }
}
