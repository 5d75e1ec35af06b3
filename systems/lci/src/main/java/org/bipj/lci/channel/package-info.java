/** LCI's packets over a channel, for ports whose network interface does not run LCI's protocols. */
package org.bipj.lci.channel;
