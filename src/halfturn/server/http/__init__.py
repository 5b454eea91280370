"""The application: routes, handlers, static files, and their description."""
