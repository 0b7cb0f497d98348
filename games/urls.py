"""Addresses of games; part of the page contract (docs/architecture.md)."""

from django.urls import path

from games import device_views, offline, report_views, views
from games.pads import views as pads_views
from games.rulebook import views as rulebook_views
from games.share import views as share_views

app_name = "games"

urlpatterns = [
    path("", views.home, name="home"),
    path("games", views.create, name="create"),
    path("join/", views.find, name="find"),
    path("preview-<slug:language>.png", share_views.picture, name="picture"),
    path("device/", device_views.device, name="device"),
    path("device/<str:secret>/", device_views.take, name="take"),
    path("g/<str:code>/", views.game, name="game"),
    path("g/<str:code>/table", views.table, name="table"),
    path("g/<str:code>/join", views.join, name="join"),
    path("g/<str:code>/start", views.start, name="start"),
    path("g/<str:code>/roll", views.roll, name="roll"),
    path("g/<str:code>/score", views.score, name="score"),
    path("g/<str:code>/undo", views.undo, name="undo"),
    path("g/<str:code>/bot", views.bot, name="bot"),
    path("g/<str:code>/rematch", views.rematch, name="rematch"),
    path("g/<str:code>/record.json", views.record, name="record"),
    path("g/<str:code>/dice/", views.dice, name="dice"),
    path("g/<str:code>/report/", report_views.report, name="report"),
    path("g/<str:code>/report/progress", report_views.progress, name="report_progress"),
    path("g/<str:code>/advice", report_views.advice, name="advice"),
    path("g/<str:code>/preview-<slug:language>.png", share_views.game_picture, name="game_picture"),
    path("g/<str:code>/qr.svg", share_views.qr, name="qr"),
    path("pads/", pads_views.overview, name="pads"),
    path("pads/farkle/", pads_views.farkle_pad, name="farkle"),
    path("pads/match/", pads_views.match_pad, name="match"),
    # Below the pads that have a name of their own.
    path("pads/<slug:rule_set>/", pads_views.score_pad, name="score_pad"),
    path("rules/<str:rule_set>/", rulebook_views.rule_page, name="rules"),
    path("offline/", offline.offline, name="offline"),
    path("sw.js", offline.worker, name="worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
]
