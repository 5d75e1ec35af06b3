/** How a rank waits, and how the launcher finds out what ranks wait for. */
package org.bipj.shm.waiting;
