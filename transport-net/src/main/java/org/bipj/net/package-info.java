/** Jobs of several hosts: how a rank joins one, and the port that puts shared memory and TCP together. */
package org.bipj.net;
