"""Clients of the service that speak the same typed values as the engine in this process.

A question is a value: ``qwirkle.check(position, move)`` says what to ask and how to read the answer, a
:class:`Client` asks it. So the same questions serve the synchronous and the asynchronous client, and a program
can prepare many before it has a connection.

    from spielwerk.qwirkle import Position
    from spielwerk.service.client import Client, qwirkle

    with Client("localhost:50051") as client:
        verdict = client.ask(qwirkle.check(position, "2,0>r4"))

An illegal move is an answer. :class:`ServiceError` is raised when there is none: the request made no sense, the
server refused the caller, or nobody answered.
"""

from typing import Final

from spielwerk.service.client.channel import SERVICE_CONFIG, AsyncClient, Client
from spielwerk.service.client.errors import ServiceError
from spielwerk.service.client.question import Question
from spielwerk.service.client.questions.lokus import LokusQuestions
from spielwerk.service.client.questions.qwirkle import QwirkleQuestions
from spielwerk.service.client.questions.schraube import SchraubeQuestions

__all__ = [
    "SERVICE_CONFIG",
    "AsyncClient",
    "Client",
    "Question",
    "ServiceError",
    "lokus",
    "qwirkle",
    "schraube",
]

qwirkle: Final = QwirkleQuestions()
"""Questions about Qwirkle."""
lokus: Final = LokusQuestions()
"""Questions about Lokus."""
schraube: Final = SchraubeQuestions()
"""Questions about Schraube locker."""
