/** Addresses at which ranks of other hosts listen, and how they are found. */
package org.bipj.net.address;
