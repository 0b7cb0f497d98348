"""Addresses of sockets."""

from django.urls import path

from games.consumers import WatchConsumer

websocket_urlpatterns = [path("ws/g/<str:code>/", WatchConsumer.as_asgi())]
