"""Addresses of websockets."""

from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from games.table.consumers import WatchConsumer

websocket_urlpatterns = [
    path("ws/g/<str:code>/", WatchConsumer.as_asgi()),
    re_path("", WebsocketDenier.as_asgi()),  # any other address; without this it would be a server error
]
