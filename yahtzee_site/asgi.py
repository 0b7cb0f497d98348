"""The entry for the server: `uvicorn yahtzee_site.asgi:application`."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "yahtzee_site.settings")

from django.core.asgi import get_asgi_application

http_application = get_asgi_application()  # sets Django up; what follows may import models

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from games.routing import websocket_urlpatterns

from yahtzee_site.gateway import BodyLimit, ClientAddress, OriginCheck, SubPath

application = SubPath(
    ClientAddress(
        ProtocolTypeRouter(
            {
                "http": BodyLimit(http_application),
                "websocket": OriginCheck(URLRouter(websocket_urlpatterns)),
            }
        )
    ),
    settings.SITE_ROOT,
)
