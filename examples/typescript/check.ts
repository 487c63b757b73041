// Asks a running server, in each game, about a legal and an illegal move; then something that makes no sense.
import { readFileSync } from "node:fs";

import { type CallOptions, type Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";

import { BadRequest, type BadRequest_FieldViolation } from "./gen/google/rpc/error_details.js";
import { Status } from "./gen/google/rpc/status.js";
import type { Verdict } from "./gen/spielwerk/v1/common.js";
import { LokusServiceCheckMoveRequest, LokusServiceClient } from "./gen/spielwerk/v1/lokus.js";
import { QwirkleServiceCheckMoveRequest, QwirkleServiceClient } from "./gen/spielwerk/v1/qwirkle.js";
import { SchraubeServiceCheckMoveRequest, SchraubeServiceClient } from "./gen/spielwerk/v1/schraube.js";

const QWIRKLE = "qwirkle/1 0,0:r0r8 r4g8bcy0y0ps/g0g4gdb8p8y8";
const LOKUS = "lokus/1 players=2 hands=g1s1s5b6b7s7g8o8b9s9/b1s2g3o3r4y5r7y9g9y11g12 toilets=r5g11 chosen=r11/-";
const SCHRAUBE =
  "schraube/1 players=2 phase=place seat=1 figures=5/0 hands=2,13/39 rerolls=2 dice=124 " +
  "piles=33:5/17:6:3/30:6/10:6:5/24:5/7:5:2";

/** Milliseconds to wait for an answer, all tries together. */
const PATIENCE = 5_000;

/** The shipped service config: calls spread over all addresses, and tried again when a replica is UNAVAILABLE. */
const options = { "grpc.service_config": readFileSync(new URL("../gen/service_config.json", import.meta.url), "utf8") };
const target = process.argv[2] ?? "localhost:50051";
const qwirkle = new QwirkleServiceClient(target, credentials.createInsecure(), options);
const lokus = new LokusServiceClient(target, credentials.createInsecure(), options);
const schraube = new SchraubeServiceClient(target, credentials.createInsecure(), options);

type Method<Request, Reply> = (
  request: Request,
  metadata: Metadata,
  options: Partial<CallOptions>,
  done: (error: ServiceError | null, reply: Reply) => void,
) => unknown;

/** One call with a deadline, as a promise. */
function ask<Request, Reply>(client: Client, method: Method<Request, Reply>, request: Request): Promise<Reply> {
  return new Promise((resolve, reject) => {
    method.call(client, request, new Metadata(), { deadline: Date.now() + PATIENCE }, (error, reply) =>
      error === null ? resolve(reply) : reject(error),
    );
  });
}

async function checkQwirkle(move: string): Promise<void> {
  const request = QwirkleServiceCheckMoveRequest.fromPartial({ position: { text: QWIRKLE }, move: { text: move } });
  const reply = await ask(qwirkle, qwirkle.checkMove, request);
  tell(`Qwirkle ${move}`, reply.verdict, `${reply.score?.points} points`);
}

async function checkLokus(move: string): Promise<void> {
  const request = LokusServiceCheckMoveRequest.fromPartial({ position: { text: LOKUS }, move: { text: move } });
  const reply = await ask(lokus, lokus.checkMove, request);
  tell(`Lokus ${move}`, reply.verdict, `rolls by seat [${reply.score?.rolls.join(" ")}]`);
}

async function checkSchraube(move: string): Promise<void> {
  const request = SchraubeServiceCheckMoveRequest.fromPartial({ position: { text: SCHRAUBE }, move: { text: move } });
  const reply = await ask(schraube, schraube.checkMove, request);
  tell(`Schraube locker ${move}`, reply.verdict, `${reply.score?.total} points`);
}

/** An illegal move is no error: the verdict names every rule that it breaks. */
function tell(question: string, verdict: Verdict | undefined, score: string): void {
  console.log(`${question}: ${verdict?.legal ? `legal, ${score}` : "illegal"}`);
  for (const { rule, slug, message } of verdict?.violations ?? []) {
    console.log(`  ${rule} ${slug}: ${message}`);
  }
}

/** A request that makes no sense is an error: its details name every fault with the path of the field. */
async function askNonsense(): Promise<void> {
  const request = QwirkleServiceCheckMoveRequest.fromPartial({ position: { text: "nonsense" } });
  const error: unknown = await ask(qwirkle, qwirkle.checkMove, request).catch((error: unknown) => error);
  if (!isServiceError(error) || error.code !== status.INVALID_ARGUMENT) {
    throw error;
  }
  console.log("Nonsense: refused");
  for (const { field, description } of faults(error)) {
    console.log(`  ${field}: ${description}`);
  }
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "code" in error && "metadata" in error;
}

function faults(error: ServiceError): BadRequest_FieldViolation[] {
  const [details] = error.metadata.get("grpc-status-details-bin");
  return details instanceof Uint8Array
    ? Status.decode(details)
        .details.filter((detail) => detail.typeUrl.endsWith("/google.rpc.BadRequest"))
        .flatMap((detail) => BadRequest.decode(detail.value).fieldViolations)
    : [];
}

for (const move of ["2,0>r4", "5,5>y8"]) await checkQwirkle(move);
for (const move of ["1:r7", "0:r7"]) await checkLokus(move);
for (const move of ["stop", "place 1"]) await checkSchraube(move);
await askNonsense();
