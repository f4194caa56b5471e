//! mosaic
