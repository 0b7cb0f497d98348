"""Addresses of games; part of the page contract (docs/contract.md)."""

from django.urls import path, register_converter

from games import device_views, offline, pads, preview_views, report_views, views
from games.words.ids import RulesConverter

app_name = "games"
register_converter(RulesConverter, "rules")

urlpatterns = [
    path("", views.home, name="home"),
    path("games", views.create, name="create"),
    path("join/", views.find, name="find"),
    path("preview-<slug:language>.png", preview_views.picture, name="picture"),
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
    path("g/<str:code>/preview-<slug:language>.png", preview_views.game_picture, name="game_picture"),
    path("g/<str:code>/qr.svg", views.qr, name="qr"),
    path("pads/", pads.overview, name="pads"),
    path("pads/farkle/", pads.farkle, name="farkle"),
    path("pads/match/", pads.match, name="match"),
    # Below the pads that have a name of their own.
    path("pads/<rules:rule_set>/", pads.score_pad, name="score_pad"),
    path("rules/<rules:rule_set>/", views.rule_page, name="rules"),
    path("offline/", offline.offline, name="offline"),
    path("sw.js", offline.worker, name="worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
]
