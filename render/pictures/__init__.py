"""Pictures: one module for each kind of finished image. Their parts are widgets."""
