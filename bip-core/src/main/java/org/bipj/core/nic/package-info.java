/** The port: what a host sees of its network interface. */
package org.bipj.core.nic;
