//! JSON bodies and query strings of requests: what is wrong with one is said like any other error.

use std::fmt;
use std::marker::PhantomData;

use axum::Json;
use axum::body::HttpBody as _;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use pairperf_shared::ApiError;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};

use super::error::Failure;

/// A value that was an object: for a struct alone a list would do too, its entries taken for the fields in their order.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

/// A JSON body, or what is wrong with it.
pub(super) struct Body<T> {
    read: Result<Json<Object<T>>, JsonRejection>,
    /// Whether the request said that there is none.
    absent: bool,
}

impl<T> Body<T> {
    /// The body, or the error that names what is wrong.
    pub(super) fn take(self) -> Result<T, ApiError> {
        self.read.map(|Json(Object(body))| body).map_err(|rejection| {
            let code = if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE { "too_large" } else { "bad_request" };
            ApiError::new(code, rejection.body_text())
        })
    }

    /// The same, where no body at all asks for the usual.
    pub(super) fn take_or_default(self) -> Result<T, ApiError>
    where
        T: Default,
    {
        if self.absent { Ok(T::default()) } else { self.take() }
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = std::convert::Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let absent = request.body().is_end_stream();
        Ok(Self { read: Json::from_request(request, state).await, absent })
    }
}

/// The parameters of a query string.
pub(super) struct Params<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        match Query::from_request_parts(parts, state).await {
            Ok(Query(params)) => Ok(Self(params)),
            Err(rejection) => Err(Failure(ApiError::new("bad_request", rejection.body_text()))),
        }
    }
}
