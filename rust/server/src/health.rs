//! The standard health service: may I send you traffic?
//!
//! `""` stands for the whole server, each service also answers under its full name. Nothing is SERVING until it is
//! said to be.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicBool, Ordering},
};

use bytes::Bytes;
use prost::Message;
use tokio::sync::{mpsc, watch};

use crate::{
    code::Code,
    frame::framed,
    proto::health::{
        HealthCheckRequest, HealthCheckResponse, HealthListRequest, HealthListResponse,
        health_check_response::ServingStatus,
    },
    refusal::Refusal,
    reply::Part,
    stop::Stop,
};

/// Full name of the service.
pub(crate) const SERVICE: &str = "grpc.health.v1.Health";

/// The health of all services of a server.
pub(crate) struct Health {
    services: HashMap<String, watch::Sender<ServingStatus>>,
    /// Once true, everything stays `NOT_SERVING`.
    ending: AtomicBool,
}

impl Health {
    /// Of these services, and of the server as a whole; none of them is serving yet.
    pub(crate) fn new<'name>(services: impl Iterator<Item = &'name str>) -> Self {
        let services = services
            .chain([""])
            .map(|name| (name.to_owned(), watch::Sender::new(ServingStatus::NotServing)))
            .collect();
        Self { services, ending: AtomicBool::new(false) }
    }

    /// Says whether a service takes traffic; `false` when there is no such service.
    pub(crate) fn set(&self, service: &str, serving: bool) -> bool {
        let serving = serving && !self.ending.load(Ordering::Acquire);
        let status = if serving { ServingStatus::Serving } else { ServingStatus::NotServing };
        self.services.get(service).is_some_and(|state| {
            state.send_if_modified(|state| std::mem::replace(state, status) != status);
            true
        })
    }

    /// Turns everything to `NOT_SERVING`, for good.
    pub(crate) fn end(&self) {
        self.ending.store(true, Ordering::Release);
        for service in self.services.keys() {
            self.set(service, false);
        }
    }

    /// Answers `Check`.
    pub(crate) fn check(&self, request: &Bytes) -> Result<Vec<u8>, Refusal> {
        let service = service_of(request)?;
        match self.services.get(&service) {
            Some(state) => Ok(response(*state.borrow()).encode_to_vec()),
            None => Err(Refusal::plain(Code::NotFound, "")),
        }
    }

    /// Answers `List`.
    pub(crate) fn list(&self, request: &Bytes) -> Result<Vec<u8>, Refusal> {
        HealthListRequest::decode(request.clone())
            .map_err(|_| Refusal::plain(Code::InvalidArgument, "the request is no HealthListRequest"))?;
        let statuses =
            self.services.iter().map(|(name, state)| (name.clone(), response(*state.borrow()))).collect();
        Ok(HealthListResponse { statuses }.encode_to_vec())
    }

    /// Answers `Watch`: the state now and at every change, until the caller or the server ends.
    pub(crate) async fn watch(&self, request: Bytes, replies: mpsc::Sender<Part>, mut stop: Stop) {
        let mut state = match service_of(&request) {
            Ok(service) => self.services.get(&service).map(watch::Sender::subscribe),
            Err(refusal) => {
                let _ = replies.send(Part::End(Err(refusal))).await;
                return;
            }
        };
        loop {
            let status =
                state.as_mut().map_or(ServingStatus::ServiceUnknown, |state| *state.borrow_and_update());
            if replies.send(Part::Message(framed(&response(status).encode_to_vec()))).await.is_err() {
                return;
            }
            let changed = async {
                match &mut state {
                    // Only the end of the server drops the sender.
                    Some(state) => state.changed().await.is_ok(),
                    // The services of a server are fixed: an unknown one stays unknown.
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                true = changed => {}
                () = stop.asked() => break,
                () = replies.closed() => return,
            }
        }
        let _ = replies.send(Part::End(Ok(()))).await;
    }
}

fn service_of(request: &Bytes) -> Result<String, Refusal> {
    HealthCheckRequest::decode(request.clone())
        .map(|request| request.service)
        .map_err(|_| Refusal::plain(Code::InvalidArgument, "the request is no HealthCheckRequest"))
}

fn response(status: ServingStatus) -> HealthCheckResponse {
    HealthCheckResponse { status: status.into() }
}
