/** What the port of a job of several hosts needs of the transport between hosts. */
package org.bipj.net.remote;
