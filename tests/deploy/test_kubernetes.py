"""The Kubernetes manifest: what Kubernetes takes, what the server takes, and that the two fit together."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import grpc
import kubernetes_validate
import pytest
import yaml
from grpc_health.v1 import health_pb2, health_pb2_grpc
from spielwerk.service import ServerConfig

MANIFEST = Path(__file__).parents[2] / "deploy/kubernetes/spielwerk.yaml"
OBJECTS = {found["kind"]: found for found in yaml.safe_load_all(MANIFEST.read_text())}


def pod() -> dict[str, Any]:
    template: dict[str, Any] = OBJECTS["Deployment"]["spec"]["template"]
    return template


def container() -> dict[str, Any]:
    (found,) = pod()["spec"]["containers"]
    return dict(found)


@pytest.mark.parametrize("kind", ["Deployment", "Service", "HorizontalPodAutoscaler", "PodDisruptionBudget"])
def test_kubernetes_knows_every_field(kind: str) -> None:
    kubernetes_validate.validate(OBJECTS[kind], kubernetes_validate.latest_version(), strict=True)


def test_the_objects_find_each_other() -> None:
    labels = pod()["metadata"]["labels"]
    assert OBJECTS["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert OBJECTS["Service"]["spec"]["selector"] == labels
    assert OBJECTS["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    scaled = OBJECTS["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert (scaled["kind"], scaled["name"]) == ("Deployment", OBJECTS["Deployment"]["metadata"]["name"])
    assert OBJECTS["Service"]["spec"]["clusterIP"] == "None", (
        "the clients balance, so they need all addresses"
    )
    assert (
        OBJECTS["HorizontalPodAutoscaler"]["spec"]["minReplicas"]
        > OBJECTS["PodDisruptionBudget"]["spec"]["minAvailable"]
    )


def test_ports_and_times_fit_the_server() -> None:
    ports = {port["name"]: port["containerPort"] for port in container()["ports"]}
    defaults = ServerConfig()
    assert ports["grpc"] == defaults.port
    assert str(ports["metrics"]) in container()["args"]
    probes = [container()[name]["grpc"] for name in ("startupProbe", "readinessProbe", "livenessProbe")]
    assert probes == [{"port": defaults.port}] * 3
    (served,) = OBJECTS["Service"]["spec"]["ports"]
    assert (served["port"], served["targetPort"]) == (defaults.port, "grpc")
    # A readiness probe fails, and balancers hear of it, while calls are still taken; then those in work end in time.
    readiness = container()["readinessProbe"]
    assert readiness["periodSeconds"] * readiness["failureThreshold"] < defaults.drain_pause
    assert pod()["spec"]["terminationGracePeriodSeconds"] > defaults.drain_pause + defaults.drain_grace


def test_the_server_takes_the_arguments_and_is_probed() -> None:
    program, *arguments = container()["args"]
    assert program == "spielwerk"
    arguments[arguments.index("--metrics-port") + 1] = "0"
    command = (sys.executable, "-m", "spielwerk", *arguments, "--port", "0", "--drain-pause", "0")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own arguments
        assert process.stderr is not None
        serving = json.loads(process.stderr.readline())
        port = serving["address"].rpartition(":")[2]
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=30)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        page = f"http://127.0.0.1:{serving['metrics_port']}/metrics"
        with urllib.request.urlopen(page, timeout=30) as metrics:
            assert b"grpc_server_handled_total" in metrics.read()
        process.terminate()
        assert process.wait(60) == 0
