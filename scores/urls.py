"""Addresses of the high scores."""

from django.urls import path

from scores import views

app_name = "scores"

urlpatterns = [
    path("", views.boards_page, name="boards"),
    path("mine/", views.mine, name="mine"),
]
