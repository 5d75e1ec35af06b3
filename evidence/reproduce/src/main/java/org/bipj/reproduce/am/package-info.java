/** The experiments with Active Messages II, over the endpoints of the boards. */
package org.bipj.reproduce.am;
