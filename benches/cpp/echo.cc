// The same echo on the C++ library of gRPC, as the bar to stand beside: raw bytes, no message class, callbacks.
//
// A request begins with the length of its reply, four bytes with the lowest first; the reply are the bytes behind it.
// Prints the port and serves until its standard input ends.

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

class Echo final : public grpc::ServerGenericBidiReactor {
 public:
  Echo() { StartRead(&request_); }

  void OnReadDone(bool ok) override {
    if (!ok) {
      Finish(grpc::Status(grpc::StatusCode::UNIMPLEMENTED, "there is no request"));
      return;
    }
    grpc::Slice whole;
    if (!request_.DumpToSingleSlice(&whole).ok() || whole.size() < 4) {
      Finish(grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "the length is not right"));
      return;
    }
    const std::uint8_t* data = whole.begin();
    const std::size_t length = data[0] | data[1] << 8 | data[2] << 16 | static_cast<std::size_t>(data[3]) << 24;
    if (length > whole.size() - 4) {
      Finish(grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "the length is not right"));
      return;
    }
    grpc::Slice part(data + 4, length);
    reply_ = grpc::ByteBuffer(&part, 1);
    StartWriteAndFinish(&reply_, grpc::WriteOptions(), grpc::Status::OK);
  }

  void OnDone() override { delete this; }

 private:
  grpc::ByteBuffer request_;
  grpc::ByteBuffer reply_;
};

class EchoService final : public grpc::CallbackGenericService {
 private:
  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext*) override { return new Echo; }
};

}  // namespace

int main() {
  int port = 0;
  EchoService service;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterCallbackGenericService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    return 1;
  }
  std::printf("%d\n", port);
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  server->Shutdown();
  return 0;
}
