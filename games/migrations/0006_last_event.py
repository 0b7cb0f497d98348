from django.db import migrations, models


class Migration(migrations.Migration):
    """The field has a plainer name; its column keeps the old one, so nothing changes in the database."""

    dependencies = [
        ('games', '0005_used_handovers'),
    ]

    operations = [
        migrations.AlterField(
            model_name='game',
            name='news',
            field=models.CharField(
                blank=True,
                choices=[('join', 'Join'), ('undo', 'Undo')],
                db_column='news',
                default='',
                max_length=8,
            ),
        ),
        migrations.RenameField(
            model_name='game',
            old_name='news',
            new_name='last_event',
        ),
    ]
