"""What is kept on disk: the store, its engines, migrations, and copies."""
