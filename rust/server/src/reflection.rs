//! gRPC reflection: a generic client asks the server what it can do.
//!
//! Answered under two names, `grpc.reflection.v1` and the older `grpc.reflection.v1alpha`, whose messages are the same
//! on the wire.

use std::collections::{BTreeMap, HashMap, HashSet};

use bytes::Bytes;
use prost::Message;
use prost_types::{DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto};

use crate::{
    code::Code,
    health,
    proto::{
        DESCRIPTORS,
        reflection::{
            ErrorResponse, ExtensionNumberResponse, ExtensionRequest, FileDescriptorResponse,
            ListServiceResponse, ServerReflectionRequest, ServerReflectionResponse, ServiceResponse,
            server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
        },
    },
};

/// Full names of the service, the newer one first.
pub(crate) const SERVICES: [&str; 2] =
    ["grpc.reflection.v1.ServerReflection", "grpc.reflection.v1alpha.ServerReflection"];

/// Everything that reflection knows.
pub(crate) struct Reflection {
    files: Vec<File>,
    by_name: HashMap<String, usize>,
    /// For each full name of anything, the file that declares it.
    by_symbol: HashMap<String, usize>,
    /// For each extended message the numbers of its extensions, and for each of these the file that declares it.
    /// A message without extensions is there as well.
    extensions: HashMap<String, BTreeMap<i32, usize>>,
    services: Vec<ServiceResponse>,
}

struct File {
    serialized: Bytes,
    imports: Vec<String>,
}

/// A `FileDescriptorSet` whose files stay as they are: reading and writing them again would lose unknown options.
#[derive(Clone, PartialEq, Message)]
struct Files {
    #[prost(bytes = "bytes", repeated, tag = "1")]
    file: Vec<Bytes>,
}

impl Reflection {
    /// Reads the descriptors of the given services; those of health and of reflection itself are added.
    ///
    /// # Errors
    ///
    /// The set can't be decoded.
    pub(crate) fn new<'name>(
        services: impl Iterator<Item = &'name str>,
        file_descriptor_set: &[u8],
    ) -> Result<Self, prost::DecodeError> {
        let mut names: Vec<&str> = services.chain([health::SERVICE]).chain(SERVICES).collect();
        names.sort_unstable();
        let mut reflection = Self {
            files: Vec::new(),
            by_name: HashMap::new(),
            by_symbol: HashMap::new(),
            extensions: HashMap::new(),
            services: names.into_iter().map(|name| ServiceResponse { name: name.into() }).collect(),
        };
        for serialized in
            Files::decode(file_descriptor_set)?.file.into_iter().chain(Files::decode(DESCRIPTORS)?.file)
        {
            let file = FileDescriptorProto::decode(serialized.clone())?;
            if file.package() == "grpc.reflection.v1" {
                let older = older_version(&file);
                reflection.add(&older, older.encode_to_vec().into());
            }
            reflection.add(&file, serialized);
        }
        Ok(reflection)
    }

    /// The answer to one question.
    pub(crate) fn answer(&self, request: ServerReflectionRequest) -> ServerReflectionResponse {
        let answer = match &request.message_request {
            Some(MessageRequest::FileByFilename(name)) => {
                self.by_name.get(name).map(|file| self.file_response(*file))
            }
            Some(MessageRequest::FileContainingSymbol(name)) => {
                self.by_symbol.get(name).map(|file| self.file_response(*file))
            }
            Some(MessageRequest::FileContainingExtension(ExtensionRequest {
                containing_type,
                extension_number,
            })) => {
                let file =
                    self.extensions.get(containing_type).and_then(|numbers| numbers.get(extension_number));
                file.map(|file| self.file_response(*file))
            }
            Some(MessageRequest::AllExtensionNumbersOfType(name)) => {
                self.extensions.get(name).map(|numbers| {
                    MessageResponse::AllExtensionNumbersResponse(ExtensionNumberResponse {
                        base_type_name: name.clone(),
                        extension_number: numbers.keys().copied().collect(),
                    })
                })
            }
            Some(MessageRequest::ListServices(_)) => {
                Some(MessageResponse::ListServicesResponse(ListServiceResponse {
                    service: self.services.clone(),
                }))
            }
            None => Some(failure(Code::InvalidArgument, "invalid argument")),
        };
        ServerReflectionResponse {
            valid_host: String::new(),
            original_request: Some(request),
            message_response: Some(answer.unwrap_or_else(|| failure(Code::NotFound, "not found"))),
        }
    }

    /// The file and, after it, all that it imports.
    fn file_response(&self, file: usize) -> MessageResponse {
        let mut response = FileDescriptorResponse::default();
        let mut seen = HashSet::from([file]);
        let mut waiting = vec![file];
        while let Some(file) = waiting.pop() {
            response.file_descriptor_proto.push(self.files[file].serialized.clone());
            for import in self.files[file].imports.iter().rev().filter_map(|name| self.by_name.get(name)) {
                if seen.insert(*import) {
                    waiting.push(*import);
                }
            }
        }
        MessageResponse::FileDescriptorResponse(response)
    }

    fn add(&mut self, file: &FileDescriptorProto, serialized: Bytes) {
        if self.by_name.contains_key(file.name()) {
            return;
        }
        let place = self.files.len();
        self.files.push(File { serialized, imports: file.dependency.clone() });
        self.by_name.insert(file.name().into(), place);
        let scope = file.package();
        for message in &file.message_type {
            self.add_message(scope, message, place);
        }
        for one in &file.enum_type {
            self.add_enum(scope, one, place);
        }
        for extension in &file.extension {
            self.add_extension(scope, extension, place);
        }
        for service in &file.service {
            let name = join(scope, service.name());
            for method in &service.method {
                self.by_symbol.insert(join(&name, method.name()), place);
            }
            self.by_symbol.insert(name, place);
        }
    }

    fn add_message(&mut self, scope: &str, message: &DescriptorProto, place: usize) {
        let name = join(scope, message.name());
        for field in &message.field {
            self.by_symbol.insert(join(&name, field.name()), place);
        }
        for oneof in &message.oneof_decl {
            self.by_symbol.insert(join(&name, oneof.name()), place);
        }
        for nested in &message.nested_type {
            self.add_message(&name, nested, place);
        }
        for one in &message.enum_type {
            self.add_enum(&name, one, place);
        }
        for extension in &message.extension {
            self.add_extension(&name, extension, place);
        }
        self.extensions.entry(name.clone()).or_default();
        self.by_symbol.insert(name, place);
    }

    fn add_enum(&mut self, scope: &str, one: &EnumDescriptorProto, place: usize) {
        let name = join(scope, one.name());
        for value in &one.value {
            // In protobuf a value belongs to the scope of its enum; people also look below the enum.
            self.by_symbol.insert(join(scope, value.name()), place);
            self.by_symbol.insert(join(&name, value.name()), place);
        }
        self.by_symbol.insert(name, place);
    }

    fn add_extension(&mut self, scope: &str, extension: &FieldDescriptorProto, place: usize) {
        self.by_symbol.insert(join(scope, extension.name()), place);
        let extended = extension.extendee().trim_start_matches('.').to_owned();
        self.extensions.entry(extended).or_default().insert(extension.number(), place);
    }
}

fn join(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.into() } else { format!("{scope}.{name}") }
}

fn failure(code: Code, message: &str) -> MessageResponse {
    MessageResponse::ErrorResponse(ErrorResponse { error_code: code as i32, error_message: message.into() })
}

/// The file of reflection v1alpha: that of v1 under another package.
fn older_version(file: &FileDescriptorProto) -> FileDescriptorProto {
    let mut older = file.clone();
    let rename = |name: &mut Option<String>| {
        if let Some(name) = name {
            *name = name
                .replace("reflection.v1", "reflection.v1alpha")
                .replace("reflection/v1", "reflection/v1alpha");
        }
    };
    rename(&mut older.name);
    rename(&mut older.package);
    for field in older.message_type.iter_mut().flat_map(|message| &mut message.field) {
        rename(&mut field.type_name);
    }
    for method in older.service.iter_mut().flat_map(|service| &mut service.method) {
        rename(&mut method.input_type);
        rename(&mut method.output_type);
    }
    older
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(question: MessageRequest) -> MessageResponse {
        let reflection = Reflection::new(["z.Service"].into_iter(), &[]).unwrap();
        let request = ServerReflectionRequest { host: "h".into(), message_request: Some(question) };
        let response = reflection.answer(request.clone());
        assert_eq!(response.original_request, Some(request));
        response.message_response.unwrap()
    }

    fn file_with(symbol: &str) -> Option<String> {
        match ask(MessageRequest::FileContainingSymbol(symbol.into())) {
            MessageResponse::FileDescriptorResponse(files) => Some(
                FileDescriptorProto::decode(files.file_descriptor_proto[0].clone())
                    .unwrap()
                    .name()
                    .to_owned(),
            ),
            MessageResponse::ErrorResponse(error) => {
                assert_eq!((error.error_code, error.error_message.as_str()), (5, "not found"));
                None
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn services_are_listed_in_order() {
        let MessageResponse::ListServicesResponse(list) = ask(MessageRequest::ListServices(String::new()))
        else {
            panic!("no list");
        };
        let names: Vec<String> = list.service.into_iter().map(|service| service.name).collect();
        assert_eq!(
            names,
            [
                "grpc.health.v1.Health",
                "grpc.reflection.v1.ServerReflection",
                "grpc.reflection.v1alpha.ServerReflection",
                "z.Service"
            ]
        );
    }

    #[test]
    fn every_kind_of_symbol_is_found() {
        let health = Some("grpc/health/v1/health.proto".to_owned());
        for symbol in [
            "grpc.health.v1.Health",
            "grpc.health.v1.Health.Check",
            "grpc.health.v1.HealthCheckRequest",
            "grpc.health.v1.HealthCheckRequest.service",
            "grpc.health.v1.HealthCheckResponse.ServingStatus",
            "grpc.health.v1.HealthCheckResponse.SERVING",
        ] {
            assert_eq!(file_with(symbol), health, "{symbol}");
        }
        for version in ["v1", "v1alpha"] {
            let file = Some(format!("grpc/reflection/{version}/reflection.proto"));
            assert_eq!(
                file_with(&format!("grpc.reflection.{version}.ServerReflection.ServerReflectionInfo")),
                file
            );
            assert_eq!(
                file_with(&format!("grpc.reflection.{version}.ServerReflectionRequest.message_request")),
                file
            );
        }
        assert_eq!(file_with("grpc.health.v1.Health.Sleep"), None);
        assert_eq!(file_with(""), None);
    }

    #[test]
    fn the_older_version_names_its_own_messages() {
        let question = MessageRequest::FileByFilename("grpc/reflection/v1alpha/reflection.proto".into());
        let MessageResponse::FileDescriptorResponse(files) = ask(question) else { panic!("no file") };
        let text = String::from_utf8_lossy(&files.file_descriptor_proto[0]).into_owned();
        assert!(text.contains(".grpc.reflection.v1alpha.ServerReflectionRequest"));
        assert!(!text.contains(".grpc.reflection.v1."));
    }

    #[test]
    fn extensions() {
        let question = MessageRequest::AllExtensionNumbersOfType("grpc.health.v1.HealthCheckRequest".into());
        let MessageResponse::AllExtensionNumbersResponse(numbers) = ask(question) else {
            panic!("no numbers")
        };
        assert_eq!(numbers.extension_number, [0; 0]);
        let question = MessageRequest::AllExtensionNumbersOfType("grpc.Nothing".into());
        assert!(matches!(ask(question), MessageResponse::ErrorResponse(_)));
    }
}
