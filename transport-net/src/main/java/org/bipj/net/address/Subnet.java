package org.bipj.net.address;

import java.net.InetAddress;

/**
 * Addresses that begin with the same bits, such as 10.77.0.0/16 or fd00:7::/32.
 *
 * @param text as it was given
 * @param base an address of the subnet
 * @param bits how many bits all of its addresses share
 */
public record Subnet(String text, InetAddress base, int bits) {
    /**
     * Reads a subnet; an address alone is that address.
     *
     * @throws IllegalArgumentException if the text is none
     */
    public static Subnet parse(String text) {
        int slash = text.indexOf('/');
        InetAddress base = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
        int all = base.getAddress().length * Byte.SIZE;
        int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
        if (bits < 0 || bits > all) {
            throw new IllegalArgumentException(bits + " bits of " + all);
        }
        return new Subnet(text, base, bits);
    }

    /** True if an address belongs to this subnet; addresses of IPv4 and IPv6 never share one. */
    public boolean contains(InetAddress address) {
        byte[] own = base.getAddress();
        byte[] other = address.getAddress();
        if (own.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if ((own[bit / Byte.SIZE] & mask) != (other[bit / Byte.SIZE] & mask)) {
                return false;
            }
        }
        return true;
    }
}
