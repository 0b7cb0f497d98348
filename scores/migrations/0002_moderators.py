"""The group of moderators, with exactly the rights they need."""

from django.db import migrations

GROUP = "moderators"
RIGHTS = [
    ("highscore", "view_highscore", "Can view high score"),
    ("highscore", "moderate", "Can hide, restore and rename high scores and ban names"),
    ("bannedname", "view_bannedname", "Can view banned name"),
    ("moderationlog", "view_moderationlog", "Can view moderation log entry"),
]


def create_group(apps, schema_editor):
    database = schema_editor.connection.alias
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(database)
    permissions = apps.get_model("auth", "Permission").objects.using(database)
    group, _ = apps.get_model("auth", "Group").objects.using(database).get_or_create(name=GROUP)
    rights = []
    for model, codename, name in RIGHTS:
        # Permissions are made after all migrations; here they are needed earlier.
        content_type, _ = content_types.get_or_create(app_label="scores", model=model)
        right, _ = permissions.get_or_create(
            content_type=content_type, codename=codename, defaults={"name": name}
        )
        rights.append(right)
    group.permissions.set(rights)


def remove_group(apps, schema_editor):
    database = schema_editor.connection.alias
    apps.get_model("auth", "Group").objects.using(database).filter(name=GROUP).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("scores", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(create_group, remove_group)]
