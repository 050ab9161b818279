#include "studio.inc"
// A cloud of smoke that scatters light and ends in nothing.
#declare Density = Between(1.5, 5);
#declare Shade = Between(0.3, 1);
sphere {
  0, 1
  pigment { rgbt 1 }
  hollow
  interior {
    media {
      scattering { 1, Density * Shade extinction 1 }
      absorption Density * (1 - Shade)
      intervals 1
      samples 8
      method 3
      density {
        spherical
        warp { turbulence Between(0.3, 0.8) octaves 4 }
        density_map { [0 rgb 0] [Between(0.2, 0.4) rgb 0.15] [1 rgb 1.5] }
      }
    }
  }
  scale <1.1, Between(1, 1.5), 1.1>
  rotate z * Between(-40, 40)
}
