/** Memory that groups of ranks share for collective operations. */
package org.bipj.shm.groups;
