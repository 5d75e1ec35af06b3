/**
 * Active Messages II with virtual networks (Mainwaring and Culler, UCB CSD-96-918; Chun, Mainwaring and Culler, IEEE Micro
 * 1998). A rank has <em>endpoints</em>; a message names an endpoint and a <em>handler</em> there, a method that runs when
 * the message arrives; requests may be answered once. Start with {@link org.bipj.am2.ActiveMessages}.
 */
package org.bipj.am2;
