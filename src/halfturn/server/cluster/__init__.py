"""Several nodes on one database: leases and notifications."""
