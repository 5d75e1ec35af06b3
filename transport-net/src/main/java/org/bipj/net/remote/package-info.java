/** What the port of a job of several hosts needs of the transport between hosts, and what such transports have in common. */
package org.bipj.net.remote;
