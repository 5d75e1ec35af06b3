/** Endpoints over the channel, on every port that keeps none itself: docs/architecture/active-messages.md. */
package org.bipj.am2.channel;
