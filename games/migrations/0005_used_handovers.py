from django.db import migrations, models

import games.models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_news'),
    ]

    operations = [
        migrations.RenameField(
            model_name='handover',
            old_name='made_at',
            new_name='usable_until',
        ),
        migrations.AlterField(
            model_name='handover',
            name='usable_until',
            field=models.DateTimeField(default=games.models._end_of_new_handover),
        ),
        migrations.AddField(
            model_name='handover',
            name='used_by',
            field=models.CharField(blank=True, default='', max_length=64),
        ),
    ]
