/** Where ranks of other hosts listen. */
package org.bipj.net.address;
