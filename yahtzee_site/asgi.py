"""The entry for the server: `uvicorn yahtzee_site.asgi:application`."""

import os
import threading

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yahtzee_site.settings")
django.setup(set_prefix=False)

from asgiref.sync import SyncToAsync
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings

from games import bots
from games.routing import websocket_urlpatterns
from games.session import reach, signs
from yahtzee_site import threads
from yahtzee_site.gateway import BodyLimit, ClientAddress, OneThreadHandler, OriginCheck, SubPath
from yahtzee_site.metrics import CountSockets
from yahtzee_site.sqlite.base import hold_open

# The thread in which sockets ask the database is asgiref's own.
SyncToAsync.single_thread_executor.submit(threads.wait_for_locks, threads.READ.patience)
hold_open(settings.DATABASES["default"])
signs.start()
reach.is_alone()  # from now on other processes know of this one
# The tables of the computer players take a second or two to read: not in the middle of a game.
threading.Thread(target=bots.warm_up, name="warm-up", daemon=True).start()

application = ProtocolTypeRouter(
    {
        "http": BodyLimit(OneThreadHandler()),
        "websocket": ClientAddress(CountSockets(OriginCheck(URLRouter(websocket_urlpatterns)))),
    }
)
if settings.SITE_ROOT:
    application = SubPath(application, settings.SITE_ROOT)
