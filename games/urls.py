"""Addresses of games; part of the page contract (docs/contract.md)."""

from django.urls import include, path, register_converter

from games.lobby import device_views, offline
from games.lobby import views as lobby
from games.pads import views as pads
from games.review import views as review
from games.rulebook import views as rulebook
from games.share import views as share
from games.table import commands
from games.table import views as table
from games.words.ids import RulesConverter

app_name = "games"
register_converter(RulesConverter, "rules")

# The addresses of one game.
game_patterns = [
    path("", table.game, name="game"),
    path("table", table.table, name="table"),
    path("join", commands.join, name="join"),
    path("start", commands.start, name="start"),
    path("roll", commands.roll, name="roll"),
    path("score", commands.score, name="score"),
    path("undo", commands.undo, name="undo"),
    path("seal", commands.seal, name="seal"),
    path("name", commands.name, name="name"),
    path("bot", commands.bot, name="bot"),
    path("leave", commands.leave, name="leave"),
    path("rematch", commands.rematch, name="rematch"),
    path("record.json", table.record, name="record"),
    path("dice/", table.dice, name="dice"),
    path("report/", review.report, name="report"),
    path("report/progress", review.progress, name="report_progress"),
    path("advice", review.advice, name="advice"),
    # Before the address below, which it would fit, too.
    path("preview-card-<int:seat>-<slug:language>.png", share.card_picture, name="card_picture"),
    path("preview-<slug:language>.png", share.game_picture, name="game_picture"),
    path("qr.svg", share.qr, name="qr"),
]

urlpatterns = [
    path("", lobby.home, name="home"),
    path("new/", lobby.new, name="new"),
    path("games", lobby.create, name="create"),
    path("join/", lobby.find, name="find"),
    path("preview-<slug:language>.png", share.picture, name="picture"),
    path("about/", lobby.about, name="about"),
    path("device/", device_views.device, name="device"),
    path("device/<str:secret>/", device_views.take, name="take"),
    path("g/<str:code>/", include(game_patterns)),
    path("pads/", pads.overview, name="pads"),
    path("pads/farkle/", pads.farkle_pad, name="farkle"),
    path("pads/match/", pads.match_pad, name="match"),
    # After the addresses of the pads above.
    path("pads/<rules:rule_set>/", pads.score_pad, name="score_pad"),
    path("rules/<rules:rule_set>/", rulebook.rule_page, name="rules"),
    path("offline/", offline.offline, name="offline"),
    path("sw.js", offline.worker, name="worker"),
    path("manifest.webmanifest", offline.manifest, name="manifest"),
]
