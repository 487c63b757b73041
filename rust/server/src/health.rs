//! The standard health service: may I send you traffic?
//!
//! `""` stands for the whole server, each service also answers under its full name. Nothing is SERVING until it is
//! said to be.

use std::collections::BTreeMap;

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

/// The health of all services of a server: one state, so that nobody sees half of a change.
pub(crate) struct Health(watch::Sender<State>);

struct State {
    services: BTreeMap<String, ServingStatus>,
    /// Once true, everything stays `NOT_SERVING`.
    ending: bool,
}

impl Health {
    /// Of these services, and of the server as a whole; none of them is serving yet.
    pub(crate) fn new<'name>(services: impl Iterator<Item = &'name str>) -> Self {
        let services =
            services.chain([""]).map(|name| (name.to_owned(), ServingStatus::NotServing)).collect();
        Self(watch::Sender::new(State { services, ending: false }))
    }

    /// Says whether a service takes traffic; `false` when there is no such service.
    pub(crate) fn set(&self, service: &str, serving: bool) -> bool {
        let mut known = false;
        self.0.send_if_modified(|state| {
            let serving = serving && !state.ending;
            let status = if serving { ServingStatus::Serving } else { ServingStatus::NotServing };
            state.services.get_mut(service).is_some_and(|now| {
                known = true;
                std::mem::replace(now, status) != status
            })
        });
        known
    }

    /// Turns everything to `NOT_SERVING` at once, for good.
    pub(crate) fn end(&self) {
        self.0.send_modify(|state| {
            state.ending = true;
            state.services.values_mut().for_each(|status| *status = ServingStatus::NotServing);
        });
    }

    /// Answers `Check`.
    pub(crate) fn check(&self, request: &Bytes) -> Result<Vec<u8>, Refusal> {
        let service = service_of(request)?;
        match self.0.borrow().services.get(&service) {
            Some(status) => Ok(response(*status).encode_to_vec()),
            None => Err(Refusal::plain(Code::NotFound, "")),
        }
    }

    /// Answers `List`.
    pub(crate) fn list(&self, request: &Bytes) -> Result<Vec<u8>, Refusal> {
        HealthListRequest::decode(request.clone())
            .map_err(|_| Refusal::plain(Code::InvalidArgument, "the request is no HealthListRequest"))?;
        let state = self.0.borrow();
        let statuses =
            state.services.iter().map(|(name, status)| (name.clone(), response(*status))).collect();
        Ok(HealthListResponse { statuses }.encode_to_vec())
    }

    /// Answers `Watch`: the state now and at every change, until the caller or the server ends.
    pub(crate) async fn watch(&self, request: Bytes, replies: mpsc::Sender<Part>, mut stop: Stop) {
        let service = match service_of(&request) {
            Ok(service) => service,
            Err(refusal) => {
                let _ = replies.send(Part::End(Err(refusal))).await;
                return;
            }
        };
        // The services of a server are fixed: an unknown one stays unknown.
        let status_of =
            |state: &State| state.services.get(&service).copied().unwrap_or(ServingStatus::ServiceUnknown);
        let mut state = self.0.subscribe();
        let told = loop {
            let status = status_of(&state.borrow_and_update());
            if replies.send(Part::Message(framed(&response(status).encode_to_vec()))).await.is_err() {
                return;
            }
            tokio::select! {
                // Only the end of the server drops the sender.
                Ok(_) = state.wait_for(|state| status_of(state) != status) => {}
                () = stop.asked() => break status,
                () = replies.closed() => return,
            }
        };
        // The end turns everything away and is heard of at once; nobody is to learn only that the stream is over.
        let last = status_of(&state.borrow());
        if last != told {
            let _ = replies.send(Part::Message(framed(&response(last).encode_to_vec()))).await;
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
