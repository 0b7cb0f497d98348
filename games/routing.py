"""Addresses of sockets."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from games.table.consumers import WatchConsumer

websocket_urlpatterns = [
    path("ws/g/<str:code>/", WatchConsumer.as_asgi()),
    re_path("", WebsocketDenier.as_asgi()),  # any other address; without it that is an error of the server
]
